import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { Eye, LogOut } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Text } from '../../components/layout/text.js'
import { Icon } from '../../components/icon.js'
import { useSession } from '../../lib/session/session.js'
import { leaveView } from '../../lib/session/use-view-as.js'

/** Over every screen while the portal is looked at as a role: as which one, where, that nothing can be changed, and the way out (T-13). */
export function ViewAsBanner() {
  const { t } = useTranslation('shell')
  const { user } = useSession()
  if (!user.viewing_as) return null
  const business = user.viewing_as.business_name
  return (
    <Box
      role="region"
      aria-label={t('viewAs.role', { role: user.role })}
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        justifyContent: 'center',
        columnGap: 1.5,
        rowGap: 0.5,
        flex: 'none',
        px: 2,
        py: 0.75,
        bgcolor: 'warning.soft',
        borderBottom: 1,
        borderColor: 'warning.line',
      }}
    >
      <Icon of={Eye} tone="warning" />
      <Typography variant="body2" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        <Text component="strong" weight="strong">
          {business === null ? t('viewAs.role', { role: user.role }) : t('viewAs.at', { role: user.role, business })}
        </Text>{' '}
        {t('viewAs.readOnly')}
      </Typography>
      <Button size="small" startIcon={<LogOut size={14} />} onClick={leaveView}>
        {t('viewAs.leave')}
      </Button>
    </Box>
  )
}
