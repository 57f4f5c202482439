import Badge from '@mui/material/Badge'
import IconButton from '@mui/material/IconButton'
import { styled } from '@mui/material/styles'
import { useQuery } from '@tanstack/react-query'
import { Bell } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Tooltip } from '../../../components/tooltip.js'
import { badgesQuery } from '../../../features/home/queries/summary-query.js'
import { counted, formatCount } from '../../../lib/format/numbers.js'
import { openAlerts } from '../../../lib/paths.js'

const Ring = styled(IconButton)({ '@media (pointer: coarse)': { width: 44, height: 44 } }) as typeof IconButton
const Count = styled(Badge)({
  '& .MuiBadge-badge': { minWidth: 16, height: 16, padding: '0 4px', fontSize: 10, fontVariantNumeric: 'tabular-nums' },
})

/**
 * Bell with the number of the user's open alerts. A press on the bell opens the list of these alerts. The number comes from
 * the request that the sidebar makes for its badges.
 */
export function AlertBell() {
  const { t } = useTranslation('alerts')
  const count = useQuery(badgesQuery).data?.alerts ?? 0
  const label = count === 0 ? t('bell.none') : t('bell.ringing', counted(count))
  return (
    <Tooltip title={label}>
      <Ring component={Link} to={openAlerts} aria-label={label}>
        {/* The accessible name contains the displayed number. */}
        <Count badgeContent={count === 0 ? undefined : formatCount(count)} color="error">
          <Bell size={16} aria-hidden />
        </Count>
      </Ring>
    </Tooltip>
  )
}
