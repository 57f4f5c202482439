import { useTranslation } from 'react-i18next'
import { ShareLinks } from '../../../components/share-links.js'
import { type CaseShare, caseWrites, useCasesChanged } from '../case-queries.js'

interface ShareDialogProps {
  id: number
  name: string
  shares: readonly CaseShare[]
  onClose: () => void
}

/** Creates and lists links for the police or a finder (G-84). */
export function ShareDialog({ id, name, shares, onClose }: ShareDialogProps) {
  const { t } = useTranslation('missing')
  const reread = useCasesChanged()
  const writes = {
    make: (hours: number, key: string) => caseWrites.share({ id, hours }, key),
    revoke: (shareId: number) => caseWrites.revoke({ id, shareId }),
    reread,
  }
  return (
    <ShareLinks
      title={t('share.title', { name })}
      text={t('share.text')}
      listLabel={t('share.list')}
      shares={shares}
      writes={writes}
      onClose={onClose}
    />
  )
}
