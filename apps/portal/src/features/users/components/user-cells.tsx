import Avatar from '@mui/material/Avatar'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import Link from '@mui/material/Link'
import Tooltip from '@mui/material/Tooltip'
import { Mail, Phone, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useNow } from '../../../lib/clock.js'
import { useFormat } from '../../../lib/format/use-format.js'
import { useIsNarrow } from '../../../lib/use-is-narrow.js'
import type { User } from '../user.js'

const MINUTE_MS = 60_000

/** A dash where nothing is known. */
export const NONE = '—'

/** Initials and name; a deleted one's is struck. */
export function NameCell({ user }: { user: User }) {
  const isDeleted = user.deleted_at !== null
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.25, minWidth: 0 }}>
      <Avatar
        aria-hidden
        sx={{
          width: 24,
          height: 24,
          fontSize: 10,
          fontWeight: 600,
          bgcolor: isDeleted ? 'surface.subtle' : 'primary.soft',
          color: isDeleted ? 'text.tertiary' : 'primary.main',
        }}
      >
        {`${user.first_name.charAt(0)}${user.last_name.charAt(0)}`.toUpperCase()}
      </Avatar>
      <Box
        component={isDeleted ? 'del' : 'span'}
        sx={{
          fontWeight: 600,
          color: isDeleted ? 'text.tertiary' : 'text.primary',
          overflow: 'hidden',
          textOverflow: 'ellipsis',
          maxWidth: 240,
        }}
      >
        {user.name}
      </Box>
    </Box>
  )
}

interface ContactProps {
  user: User
  kind: 'phone' | 'email'
}

/** A phone number or address; on a phone a button that calls or mails. */
export function ContactCell({ user, kind }: ContactProps) {
  const { t } = useTranslation('users')
  const isNarrow = useIsNarrow()
  const value = kind === 'phone' ? (user.phone ?? user.telephone) : user.email
  if (value === null) return isNarrow ? null : NONE
  const href = kind === 'phone' ? `tel:${value.replace(/[^+\d]/g, '')}` : `mailto:${value}`
  if (!isNarrow) {
    return (
      <Link href={href} color="inherit" underline="hover" tabIndex={-1}>
        {value}
      </Link>
    )
  }
  const Icon = kind === 'phone' ? Phone : Mail
  return (
    <Button
      component="a"
      href={href}
      size="small"
      aria-label={kind === 'phone' ? t('call', { name: user.name }) : t('mail', { name: user.name })}
      startIcon={<Icon size={16} strokeWidth={1.75} aria-hidden />}
      sx={{ minHeight: 44, maxWidth: '100%', mt: 0.5, '& .MuiButton-startIcon': { flex: 'none' } }}
    >
      <Box component="span" sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
        {value}
      </Box>
    </Button>
  )
}

/** The own business, and the vendor above it where that is another one. */
export function BusinessCell({ user }: { user: User }) {
  if (user.business_name === null) return NONE
  const hasOther = user.sub_vendor_name !== null && user.sub_vendor_name !== user.business_name
  return (
    <Box sx={{ lineHeight: '18px', overflowWrap: 'anywhere' }}>
      {user.business_name}
      {hasOther && <Box sx={{ fontSize: 12, lineHeight: '16px', color: 'text.tertiary' }}>{user.sub_vendor_name}</Box>}
    </Box>
  )
}

export const RoleChip = ({ user }: { user: User }) => (
  <Chip variant="outlined" label={user.role} sx={{ height: 20, borderRadius: '5px' }} />
)

/** When somebody was here last, when they were deleted, or that they never came. */
export function SeenCell({ user }: { user: User }) {
  const { t } = useTranslation('users')
  const format = useFormat()
  const now = useNow(MINUTE_MS)
  if (user.deleted_at !== null) {
    return (
      <Tooltip title={format.dateTime(user.deleted_at)}>
        <Chip
          label={
            <Box component="span" sx={{ display: 'flex', alignItems: 'center', gap: 0.5 }}>
              <Trash2 size={12} strokeWidth={1.75} aria-hidden />
              {t('columns.deleted_at')}
            </Box>
          }
          sx={{ bgcolor: 'missing.soft', color: 'missing.main' }}
        />
      </Tooltip>
    )
  }
  if (user.last_seen_at === null) return <Chip label={t('never')} sx={{ bgcolor: 'warning.soft', color: 'warning.main' }} />
  return (
    <Tooltip title={format.dateTime(user.last_seen_at)}>
      <span>{format.relative(user.last_seen_at, now)}</span>
    </Tooltip>
  )
}

export function DateCell({ at }: { at: string }) {
  return useFormat().dateTime(at)
}
