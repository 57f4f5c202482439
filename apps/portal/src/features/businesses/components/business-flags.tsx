import Chip from '@mui/material/Chip'
import Tooltip from '@mui/material/Tooltip'
import { BadgeCheck, CaseUpper, Factory, PackageX, ShieldCheck, Store, type LucideIcon } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Business } from '../queries/business-query.js'

/** What a business has flags for, as chips that say what each causes. The contract is told to super admins alone. */
export function BusinessFlags({ business }: { business: Business }) {
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
