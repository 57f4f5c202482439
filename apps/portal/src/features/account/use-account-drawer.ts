import { useSearchParams } from 'react-router'

const NAME = 'account'
const OPEN = 'edit'

/** Whether the account drawer is open, in the address: who changes their password elsewhere comes back to it, and Back closes it. */
export function useAccountDrawer() {
  const [address, setAddress] = useSearchParams()
  const change = (isOpen: boolean) =>
    setAddress((before) => {
      const changed = new URLSearchParams(before)
      if (isOpen) changed.set(NAME, OPEN)
      else changed.delete(NAME)
      return changed
    })
  return { isOpen: address.get(NAME) === OPEN, open: () => change(true), close: () => change(false) }
}
