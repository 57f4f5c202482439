import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import { Pencil } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Fill } from '../../components/layout/layout.js'
import { SoftTile } from '../../components/soft-tile.js'
import { TooltipIconButton } from '../../components/tooltip-icon-button.js'
import { useSession, type SessionUser } from '../../lib/session/session.js'

const initialsOf = (user: SessionUser): string => {
  const lastWord = user.last_name.split(' ').at(-1) ?? ''
  return `${user.first_name.charAt(0)}${lastWord.charAt(0)}`.toUpperCase()
}

const Initials = ({ user }: { user: SessionUser }) => (
  <SoftTile aria-hidden tone="primary" size={36}>
    <strong>{initialsOf(user)}</strong>
  </SoftTile>
)

interface UserBlockProps {
  isRail: boolean
  onEdit: () => void
}

/** Who is signed in: name, role, business. Hovering or focusing the block shows the edit button; touch always shows it. */
export function UserBlock({ isRail, onEdit }: UserBlockProps) {
  const { t } = useTranslation('shell')
  const { user } = useSession()
  if (isRail)
    return (
      <Box sx={{ display: 'grid', placeContent: 'center', height: 72, flex: 'none', borderBottom: 1, borderColor: 'divider' }}>
        <Tooltip title={t('editAccount')} placement="right">
          <ButtonBase aria-label={t('editAccount')} onClick={onEdit} sx={{ borderRadius: '8px' }}>
            <Initials user={user} />
          </ButtonBase>
        </Tooltip>
      </Box>
    )
  return (
    <Box
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1.5,
        minHeight: 75,
        flex: 'none',
        px: 2.5,
        pr: 1.5,
        borderBottom: 1,
        borderColor: 'divider',
        '& .edit-account': { opacity: 0 },
        '&:hover .edit-account, &:focus-within .edit-account': { opacity: 1 },
        '@media (hover: none)': { '& .edit-account': { opacity: 1 } },
      }}
    >
      <Initials user={user} />
      <Fill>
        <Typography variant="body2" noWrap sx={{ fontWeight: 600, lineHeight: '18px' }}>
          {user.first_name} {user.last_name}
        </Typography>
        <Typography variant="caption" noWrap component="p" color="textSecondary">
          {user.role}
        </Typography>
        <Typography variant="caption" noWrap component="p" color="textTertiary" title={user.business_name ?? undefined}>
          {user.business_name}
        </Typography>
      </Fill>
      <TooltipIconButton
        className="edit-account"
        label={t('editAccount')}
        icon={Pencil}
        iconSize={14}
        onClick={onEdit}
        sx={{ width: 28, height: 28, border: 1, borderColor: 'line.strong', flex: 'none' }}
      />
    </Box>
  )
}
