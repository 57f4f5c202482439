import { useMemo } from 'react'
import { useSearchParams } from 'react-router'

export const CONTENTS = ['devices', 'entities', 'users'] as const
/** What hangs on a business. */
export type Contents = (typeof CONTENTS)[number]

/** The dialogs by the specification's names; moving is ours. */
const DIALOGS = ['create:business', 'delete:vendor', 'link:vendor', 'link:user', 'move:business'] as const
type BusinessDialog = (typeof DIALOGS)[number]

/** The form is one dialog of two types. */
export const DIALOG_TYPES = { create: 0, edit: 1 } as const

const idOf = (text: string | null): number | null => (text !== null && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : null)
const isOneOf = <T extends string>(all: readonly T[], text: string | null): text is T => all.some((one) => one === text)

/**
 * What the address says of this screen: the active vendor (G-21), the tab, whether lists include what hangs below, and the open
 * dialog: `?business=10&tab=users&dialog=create:business&type=1`. Links open the same; Back closes a dialog.
 */
export function useBusinessAddress() {
  const [address, setAddress] = useSearchParams()
  return useMemo(() => {
    const businessId = idOf(address.get('business'))
    const named = address.get('tab')
    const tab: Contents = isOneOf(CONTENTS, named) ? named : 'devices'
    const isWithBelow = address.get('below') !== '0'
    const dialog = address.get('dialog')
    const place = (id: number | null, next: { tab?: Contents; isWithBelow?: boolean } = {}) => {
      const { tab: nextTab = tab, isWithBelow: nextBelow = isWithBelow } = next
      return new URLSearchParams({
        ...(id !== null && { business: String(id) }),
        ...(nextTab !== 'devices' && { tab: nextTab }),
        ...(!nextBelow && { below: '0' }),
      })
    }
    return {
      businessId,
      tab,
      isWithBelow,
      dialog: isOneOf(DIALOGS, dialog) ? dialog : undefined,
      dialogType: address.get('type') === String(DIALOG_TYPES.edit) ? DIALOG_TYPES.edit : DIALOG_TYPES.create,
      /** What a dialog is about, in its own words: the target of a move, the objects to link. */
      detail: (name: 'to' | 'what' | 'ids') => address.get(name),
      addressOf: (id: number | null) => `?${place(id).toString()}`,
      select: (id: number | null) => setAddress(place(id)),
      openTab: (next: Contents) => setAddress(place(businessId, { tab: next })),
      includeBelow: (next: boolean) => setAddress(place(businessId, { isWithBelow: next })),
      open: (name: BusinessDialog, more: Record<string, string> = {}) => {
        const next = new URLSearchParams(address)
        for (const [key, value] of Object.entries({ dialog: name, ...more })) next.set(key, value)
        setAddress(next)
      },
      /** @param select the business to show then, if another. */
      close: (select?: number | null) => {
        if (select !== undefined) return setAddress(place(select), { replace: true })
        const next = new URLSearchParams(address)
        for (const key of ['dialog', 'type', 'to', 'what', 'ids']) next.delete(key)
        setAddress(next, { replace: true })
      },
    }
  }, [address, setAddress])
}

export type BusinessAddress = ReturnType<typeof useBusinessAddress>
