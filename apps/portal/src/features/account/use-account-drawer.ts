import { useAddress } from '../../lib/screen-address.js'

/**
 * Stores in the URL whether the account drawer is open. A user who returns from changing the password at the identity
 * provider therefore finds the drawer open, and Back closes it.
 */
export function useAccountDrawer() {
  const { text, change } = useAddress()
  return {
    isOpen: text('account') === 'edit',
    open: () => change({ account: 'edit' }),
    close: () => change({ account: undefined }),
  }
}
