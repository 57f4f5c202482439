import { keepReplaceDraft } from '../form/draft.js'
import { fieldOf, PANELS, type Panel } from '../form/install-form.js'
import { startMending } from './mending.js'
import type { OutboxItem, Refusal } from './outbox-item.js'

const FIRST_PANEL: Panel = 'target'

/** Returns the panel with the first rejected field. */
function panelOf(refusal: Refusal): Panel {
  const fields = Object.keys(refusal.fieldErrors).map(fieldOf)
  const panels = Object.keys(PANELS) as Panel[]
  return panels.find((panel) => PANELS[panel].some((field) => fields.includes(field))) ?? FIRST_PANEL
}

/** Puts a rejected item back into its form. Returns the search part of the URL that shows the form. */
export function mend({ work, refusal }: OutboxItem, userId: number): string {
  if (work.kind === 'replace') {
    const { imei, reason, note, returned } = work.body
    keepReplaceDraft(userId, work.entityId, { imei, reason, note: note ?? '', returned: returned ?? false })
    return `?tab=replace&entity=${work.entityId}`
  }
  if (!refusal) return ''
  startMending({ form: work.form, refusal })
  return `?step=${panelOf(refusal)}`
}
