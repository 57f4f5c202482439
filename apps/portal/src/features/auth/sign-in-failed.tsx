import Box from '@mui/material/Box'
import { LogIn } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../../components/action-button.js'
import { EmptyState } from '../../components/empty-state.js'

/** The identity provider refused, or could not be reached: its reason and one button. */
export function SignInFailed({ reason, onAgain }: { reason: string; onAgain: () => void }) {
  const { t } = useTranslation('auth')
  return (
    <Box component="main" role="alert" sx={{ display: 'grid', placeContent: 'center', minHeight: '100%' }}>
      <EmptyState
        icon={LogIn}
        tone="error"
        titleComponent="h1"
        title={t('failed.title')}
        text={reason}
        actions={<ActionButton variant="contained" label={t('failed.again')} onClick={onAgain} />}
      />
    </Box>
  )
}
