import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import Typography from '@mui/material/Typography'
import { Pencil } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Initials } from '../../components/initials.js'
import { Fill } from '../../components/layout/layout.js'
import { Tooltip } from '../../components/tooltip.js'
import { TooltipIconButton } from '../../components/tooltip-icon-button.js'
import { useSession } from '../../lib/session/session.js'

interface UserBlockProps {
  isRail: boolean
  onEdit: () => void
}

/**
 * Signed-in user with name, role and business. The edit button appears on hover or focus. On touch screens it is
 * always visible.
 */
export function UserBlock({ isRail, onEdit }: UserBlockProps) {
  const { t } = useTranslation('shell')
  const { user } = useSession()
  if (isRail)
    return (
      <Box sx={{ display: 'grid', placeContent: 'center', height: 72, flex: 'none', borderBottom: 1, borderColor: 'divider' }}>
        <Tooltip title={t('editAccount')} placement="right">
          <ButtonBase aria-label={t('editAccount')} onClick={onEdit} sx={{ borderRadius: '8px' }}>
            <Initials person={user} />
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
      <Initials person={user} />
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
