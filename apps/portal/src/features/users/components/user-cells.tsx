import { firstLetter } from '@roadbook/contracts/letters'
import Avatar from '@mui/material/Avatar'
import Chip from '@mui/material/Chip'
import IconButton from '@mui/material/IconButton'
import Link from '@mui/material/Link'
import Tooltip from '@mui/material/Tooltip'
import { Mail, Phone, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Row, Detail, Text, Span } from '../../../components/layout/index.js'
import { Ago } from '../../../components/time/time.js'
import { ToneChip } from '../../../components/tone-chip.js'
import { NONE } from '../../../lib/format/none.js'
import { useFormat } from '../../../lib/format/use-format.js'
import { useIsNarrow } from '../../../lib/use-is-narrow.js'
import type { User } from '../user.js'

/** Shows initials and name. A deleted user's name is struck through. */
export function NameCell({ user }: { user: User }) {
  const isDeleted = user.deleted_at !== null
  return (
    <Row gap={1.25}>
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
        {`${firstLetter(user.first_name)}${firstLetter(user.last_name)}`.toUpperCase()}
      </Avatar>
      <Span component={isDeleted ? 'del' : 'span'} weight="strong" tone={isDeleted ? 'tertiary' : 'primary'} clipped>
        {user.name}
      </Span>
    </Row>
  )
}

interface ContactProps {
  user: User
  kind: 'phone' | 'email'
}

const reach = {
  phone: {
    icon: Phone,
    of: ({ phone, telephone }: User) => phone ?? telephone,
    href: (value: string) => `tel:${value.replace(/[^+\d]/g, '')}`,
  },
  email: { icon: Mail, of: ({ email }: User) => email, href: (value: string) => `mailto:${value}` },
}

/** Phone number or e-mail address as a link that calls or mails. */
export function ContactLink({ user, kind }: ContactProps) {
  const { of, href } = reach[kind]
  const value = of(user)
  if (value === null) return NONE
  return (
    <Link href={href(value)} color="inherit" underline="hover" tabIndex={-1}>
      {value}
    </Link>
  )
}

/** Phone number or e-mail address in a list, as a link. On a phone's cards it is a button. */
export function ContactCell({ user, kind }: ContactProps) {
  const { t } = useTranslation('users')
  const isNarrow = useIsNarrow()
  const { icon, of, href } = reach[kind]
  const value = of(user)
  if (!isNarrow) return <ContactLink user={user} kind={kind} />
  if (value === null) return null
  const label = kind === 'phone' ? t('call', { name: user.name }) : t('mail', { name: user.name })
  const Icon = icon
  return (
    <IconButton
      href={href(value)}
      aria-label={label}
      sx={{ width: 44, height: 44, border: 1, borderColor: 'line.strong', bgcolor: 'background.paper' }}
    >
      <Icon size={18} />
    </IconButton>
  )
}

/** Shows the user's business, and the vendor above it if the vendor is another business. */
export function BusinessCell({ user }: { user: User }) {
  if (user.business_name === null) return NONE
  const other = user.sub_vendor_name !== user.business_name && user.sub_vendor_name
  return (
    <>
      <Text breaks>{user.business_name}</Text>
      {other && <Detail>{other}</Detail>}
    </>
  )
}

export const RoleChip = ({ user }: { user: User }) => <Chip variant="outlined" label={user.role} />

/** Shows when the user was last active, or that they were deleted or never signed in. */
export function SeenCell({ user }: { user: User }) {
  const { t } = useTranslation('users')
  const format = useFormat()
  if (user.deleted_at !== null) {
    return (
      <Tooltip title={format.dateTime(user.deleted_at)}>
        <ToneChip tone="missing" icon={Trash2} label={t('columns.deleted_at')} />
      </Tooltip>
    )
  }
  if (user.last_seen_at === null) return <ToneChip tone="warning" label={t('never')} />
  return <Ago at={user.last_seen_at} />
}
