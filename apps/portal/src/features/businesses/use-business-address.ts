import { useMemo } from 'react'
import { searchOf, useAddress } from '../../lib/screen-address.js'

export const CONTENTS = ['devices', 'entities', 'users'] as const
/** Kinds of objects that a business has. */
export type Contents = (typeof CONTENTS)[number]

/**
 * Names of dialogs. All except those for moving and for rests are from the specification. A rest is the number of
 * minutes without movement after which a trip ends.
 */
const DIALOGS = ['create:business', 'delete:vendor', 'link:vendor', 'link:user', 'move:business', 'rests:business'] as const
type BusinessDialog = (typeof DIALOGS)[number]

/** Dialog types of the business form. Creating and changing are one dialog with two types. */
export const DIALOG_TYPES = { create: 0, edit: 1 } as const

/**
 * Reads the screen's state from the URL: the active vendor (G-21), the tab, whether lists include the businesses below, and the
 * open dialog. For example `?business=10&tab=users&dialog=create:business&type=1`. Links open the same state, and Back closes a
 * dialog.
 */
export function useBusinessAddress() {
  const address = useAddress()
  return useMemo(() => {
    const { text, id, oneOf, change, goTo } = address
    const businessId = id('business') ?? null
    const tab: Contents = oneOf('tab', CONTENTS)
    const isWithBelow = text('below') !== '0'
    const place = (of: number | null, next: { tab?: Contents; isWithBelow?: boolean } = {}) => {
      const { tab: nextTab = tab, isWithBelow: nextBelow = isWithBelow } = next
      return { business: of ?? undefined, tab: nextTab === 'devices' ? undefined : nextTab, below: nextBelow ? undefined : 0 }
    }
    return {
      businessId,
      tab,
      isWithBelow,
      dialog: DIALOGS.find((one) => one === text('dialog')),
      dialogType: text('type') === String(DIALOG_TYPES.edit) ? DIALOG_TYPES.edit : DIALOG_TYPES.create,
      /** Returns a parameter of a dialog: the target of a move, or the objects to link. */
      detail: (name: 'to' | 'what' | 'ids') => text(name) ?? null,
      addressOf: (of: number | null) => searchOf(place(of)),
      select: (of: number | null) => goTo(place(of)),
      openTab: (next: Contents) => goTo(place(businessId, { tab: next })),
      includeBelow: (next: boolean) => goTo(place(businessId, { isWithBelow: next })),
      open: (dialog: BusinessDialog, more: Record<string, string> = {}) => change({ dialog, ...more }),
      /** @param select business to show afterwards, if not the present one */
      close: (select?: number | null) => {
        if (select !== undefined) goTo(place(select), true)
        else change({ dialog: undefined, type: undefined, to: undefined, what: undefined, ids: undefined }, true)
      },
    }
  }, [address])
}

export type BusinessAddress = ReturnType<typeof useBusinessAddress>
