import { CircleCheck, CircleDashed } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Row } from '../../../components/layout/layout.js'

/** Icon and text for lists that show whether an installation is verified. */
export function VerifiedMark({ isVerified }: { isVerified: boolean }) {
  const { t } = useTranslation('verification')
  const Sign = isVerified ? CircleCheck : CircleDashed
  return (
    <Row component="span" gap={0.5} tone={isVerified ? 'moving' : 'secondary'}>
      <Sign size={14} />
      {t(isVerified ? 'latest.verified' : 'latest.unverified')}
    </Row>
  )
}
