import Box from '@mui/material/Box'
import { CircleCheck, CircleDashed } from 'lucide-react'
import { useTranslation } from 'react-i18next'

/** Whether an installation was seen working: a sign and a word, for lists. */
export function VerifiedMark({ isVerified }: { isVerified: boolean }) {
  const { t } = useTranslation('verification')
  const Sign = isVerified ? CircleCheck : CircleDashed
  return (
    <Box
      component="span"
      sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5, color: isVerified ? 'moving.main' : 'text.secondary' }}
    >
      <Sign size={14} />
      {t(isVerified ? 'latest.verified' : 'latest.unverified')}
    </Box>
  )
}
