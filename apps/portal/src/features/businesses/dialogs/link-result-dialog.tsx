import { useTranslation } from 'react-i18next'
import { Bullets, Hint } from '../../../components/layout/index.js'
import { ResponseDialog } from '../../../components/response-dialog.js'
import { counted } from '../../../lib/format/numbers.js'
import type { Linkable } from '../linkable.js'
import type { LinkResult } from '../queries/business-changes.js'
import type { Contents } from '../use-business-address.js'

interface LinkResultDialogProps {
  what: Contents
  result: LinkResult
  chosen: ReadonlyMap<number, Linkable>
  onClose: () => void
}

/** How many were linked, and each that was not with its reason. */
export function LinkResultDialog({ what, result: { linked, failed }, chosen, onClose }: LinkResultDialogProps) {
  const { t } = useTranslation('businesses')
  const done = t(`link.done.${what}`, counted(linked.length))
  if (failed.length === 0) return <ResponseDialog kind="success" title={done} onClose={onClose} />
  return (
    <ResponseDialog kind="error" title={t(`link.failed.${what}`, counted(failed.length))} onClose={onClose}>
      {linked.length > 0 && <Hint>{done}</Hint>}
      <Bullets mostPx={240}>
        {failed.map(({ id, reason }) => (
          <li key={id}>
            {t('everything.one', {
              name: chosen.get(id)?.name ?? String(id),
              reason: t(`link.reasons.${reason as 'not_found'}`),
            })}
          </li>
        ))}
      </Bullets>
    </ResponseDialog>
  )
}
