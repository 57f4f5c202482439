import { Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../../../components/action-button.js'
import { useMissingRight } from '../../../lib/session/missing-right.js'
import { CreateDialog } from './create-dialog.js'

interface CreateTokenProps {
  /** The address says whether the form is open. */
  isOpen: boolean
  onOpen: () => void
  onClose: () => void
}

/** The page's main button, and the dialog behind it. */
export function CreateToken({ isOpen, onOpen, onClose }: CreateTokenProps) {
  const { t } = useTranslation('tokens')
  const missingRight = useMissingRight('manage:tokens')
  return (
    <>
      <ActionButton variant="contained" disabledBecause={missingRight} icon={Plus} label={t('new')} onClick={onOpen} />
      {isOpen && missingRight === undefined && <CreateDialog onClose={onClose} />}
    </>
  )
}
