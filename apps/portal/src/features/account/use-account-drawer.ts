import { useAddress } from '../../lib/screen-address.js'

/** Whether the account drawer is open, in the address: who changes their password elsewhere comes back to it, and Back closes it. */
export function useAccountDrawer() {
  const { text, change } = useAddress()
  return {
    isOpen: text('account') === 'edit',
    open: () => change({ account: 'edit' }),
    close: () => change({ account: undefined }),
  }
}
