import { createContext, useContext } from 'react'
import type { components } from '../api/schema.js'
import { SUPER_ADMIN } from '../roles/roles-query.js'

/** Signed-in user as `GET /auth/user` returns it. */
export type SessionUser = components['schemas']['SignedInUser']

/** Change of the user's sign-in, named as in the identity provider. */
export type SignInAction = 'UPDATE_PASSWORD' | 'CONFIGURE_TOTP'

export interface Session {
  user: SessionUser
  /** Ends the session here and at the identity provider. */
  logout: () => void
  /** Redirects to the identity provider for this change. The provider returns to this URL afterwards. */
  changeSignIn?: (action: SignInAction) => void
}

const SessionContext = createContext<Session | null>(null)
export const SessionProvider = SessionContext.Provider

/** Returns the session. Call it only below the auth gate, because a session is certain to exist only there. */
export function useSession(): Session {
  const session = useContext(SessionContext)
  if (!session) throw new Error('useSession needs a SessionProvider')
  return session
}

export type SessionPermission = SessionUser['permissions'][number]

export const usePermission = (permission: SessionPermission): boolean => useSession().user.permissions.includes(permission)

/** Returns whether the user is a super admin, who sees all businesses. */
export const useIsSuperAdmin = (): boolean => useSession().user.role_key === SUPER_ADMIN
