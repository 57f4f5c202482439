import Chip from '@mui/material/Chip'
import Link from '@mui/material/Link'
import Skeleton from '@mui/material/Skeleton'
import { styled } from '@mui/material/styles'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import {
  ArrowLeft,
  ChevronRight,
  Mail,
  MapPin,
  Phone,
  BadgeCheck,
  CaseUpper,
  Factory,
  PackageX,
  ShieldCheck,
  Store,
  type LucideIcon,
} from 'lucide-react'
import { Fragment, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router'
import { ActionButton } from '../../../components/action-button.js'
import { Row, Stack, Span } from '../../../components/layout/index.js'
import { ToneChip } from '../../../components/tone-chip.js'
import { TooltipIconButton } from '../../../components/tooltip-icon-button.js'
import { ancestorsOf, type TreeBusiness } from '../../../lib/businesses/business-tree.js'
import { vars } from '../../../theme/components/vars.js'
import type { Business } from '../queries/business-query.js'
import type { BusinessAction } from '../use-business-actions.js'
import { BusinessMenu } from './business-menu.js'

interface BusinessHeaderProps {
  node: TreeBusiness
  business: Business | undefined
  actions: readonly BusinessAction[]
  addressOf: (id: number) => string
  /** Returns to the tree. Set only if there is room for only one pane. */
  onBack?: () => void
}

const HEAD_ACTIONS: readonly BusinessAction['key'][] = ['edit', 'link', 'createUser']

const Way = styled('nav')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 4,
  minHeight: 20,
  fontSize: 12,
  color: vars(theme).text.secondary,
}))

/** Shows the path to a business, its name, kind, flags, contact data and actions. */
export function BusinessHeader({ node, business, actions, addressOf, onBack }: BusinessHeaderProps) {
  const { t } = useTranslation('businesses')
  const heading = useRef<HTMLHeadingElement>(null)
  const isAlone = onBack !== undefined
  useEffect(() => {
    if (isAlone) heading.current?.focus({ preventScroll: true })
  }, [isAlone, node.id])
  return (
    <Stack component="header" gap={1} sx={{ flex: 'none', mb: 2 }}>
      <Way aria-label={t('header.way')}>
        {onBack && <TooltipIconButton edge="start" label={t('header.back')} icon={ArrowLeft} onClick={onBack} />}
        {ancestorsOf(node).map(({ id, name }) => (
          <Fragment key={id}>
            <Link component={RouterLink} to={addressOf(id)} color="inherit">
              {name}
            </Link>
            <ChevronRight size={12} />
          </Fragment>
        ))}
        <Span tone="primary" breaks aria-current="page">
          {node.name}
        </Span>
      </Way>
      <Row gap={2} wrap>
        <Row wrap grow={280}>
          <Typography variant="h1" component={isAlone ? 'h1' : 'h2'} ref={heading} tabIndex={-1} sx={{ outline: 'none' }}>
            {node.name}
          </Typography>
          <ToneChip tone="primary" label={t(`kinds.${node.kind}`)} />
          {business && <BusinessFlags business={business} />}
        </Row>
        <HeadActions name={node.name} actions={actions} />
        <Contact business={business} />
      </Row>
    </Stack>
  )
}

function HeadActions({ name, actions }: { name: string; actions: readonly BusinessAction[] }) {
  const { t } = useTranslation('businesses')
  return (
    <Row wrap sx={{ order: 2 }}>
      {actions
        .filter(({ key }) => HEAD_ACTIONS.includes(key))
        .map(({ key, label, icon: Icon, disabledBecause, onAct }) => (
          <ActionButton
            key={key}
            variant={key === 'createUser' ? 'contained' : 'outlined'}
            icon={Icon}
            label={label}
            disabledBecause={disabledBecause}
            onClick={onAct}
            sx={{ '@media (pointer: coarse)': { minHeight: 44 } }}
          />
        ))}
      <BusinessMenu label={t('header.more', { name })} actions={actions.filter(({ key }) => !HEAD_ACTIONS.includes(key))} />
    </Row>
  )
}

/** Address and contact data on a separate line. On a phone, they are above the buttons. */
function Contact({ business }: { business: Business | undefined }) {
  const { t } = useTranslation('businesses')
  const place = business && [business.address, [business.postcode, business.city].filter(Boolean).join(' '), business.country]
  const facts = [
    { icon: MapPin, text: place?.filter(Boolean).join(', ') },
    { icon: Phone, text: business?.phone, href: `tel:${business?.phone?.replace(/\s/g, '')}` },
    { icon: Mail, text: business?.email, href: `mailto:${business?.email}` },
  ].filter(({ text }) => text)
  return (
    <Row wrap tone="secondary" sx={{ order: { xs: 1, md: 3 }, width: '100%', columnGap: 2, rowGap: 0.5, minHeight: 20 }}>
      {!business && <Skeleton animation={false} width={240} height={12} />}
      {business && facts.length === 0 && t('header.noContact')}
      {facts.map(({ icon: Icon, text, href }) => (
        <Row key={text} component="span" gap={0.75}>
          <Icon size={14} />
          {href ? (
            <Link href={href} color="inherit">
              {text}
            </Link>
          ) : (
            <Span breaks>{text}</Span>
          )}
        </Row>
      ))}
    </Row>
  )
}

/** Shows a business's flags as chips that explain their effect. Only super admins see the contract flags. */
function BusinessFlags({ business }: { business: Business }) {
  const { t } = useTranslation('businesses')
  const { recovery_contract: contract, recovery_enabled: isRecovered } = business
  const flags: {
    key: 'nameUpper' | 'dealer' | 'noInstall' | 'recovery' | 'recoveryInherited' | 'recoveryCovered' | 'oem'
    icon: LucideIcon
    isOn: boolean
  }[] = [
    { key: 'dealer', icon: Store, isOn: business.has_customers === true },
    { key: 'oem', icon: Factory, isOn: business.is_oem === true },
    { key: 'nameUpper', icon: CaseUpper, isOn: business.name_upper },
    { key: 'recovery', icon: ShieldCheck, isOn: contract === true },
    { key: 'recoveryInherited', icon: BadgeCheck, isOn: isRecovered && contract === false },
    { key: 'recoveryCovered', icon: ShieldCheck, isOn: isRecovered && contract === null },
    { key: 'noInstall', icon: PackageX, isOn: business.can_install_devices === false },
  ]
  return flags
    .filter(({ isOn }) => isOn)
    .map(({ key, icon: Icon }) => (
      <Tooltip key={key} title={t(`flags.${key}.effect`)}>
        <Chip
          tabIndex={0}
          variant="outlined"
          icon={<Icon size={12} />}
          label={t(`flags.${key}.name`)}
          aria-description={t(`flags.${key}.effect`)}
        />
      </Tooltip>
    ))
}
