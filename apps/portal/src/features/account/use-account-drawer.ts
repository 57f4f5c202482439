import { useAddress } from '../../lib/screen-address.js'

/**
 * Keeps in the URL whether the account drawer is open. A user who changes the password at the identity provider returns to the
 * open drawer, and Back closes it.
 */
export function useAccountDrawer() {
  const { text, change } = useAddress()
  return {
    isOpen: text('account') === 'edit',
    open: () => change({ account: 'edit' }),
    close: () => change({ account: undefined }),
  }
}
