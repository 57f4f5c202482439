import { createContext, useContext } from 'react'
import type { components } from '../api/schema.js'
import { SUPER_ADMIN } from '../roles/roles-query.js'

/** The signed-in user as `GET /auth/user` tells it. */
export type SessionUser = components['schemas']['SignedInUser']

/** What somebody changes about how they sign in, as identity providers call it. */
export type SignInAction = 'UPDATE_PASSWORD' | 'CONFIGURE_TOTP'

export interface Session {
  user: SessionUser
  /** Ends the session here and at the identity provider. */
  logout: () => void
  /** Leaves for the identity provider, where that is done, and comes back to this address. */
  changeSignIn?: (action: SignInAction) => void
}

const SessionContext = createContext<Session | null>(null)
export const SessionProvider = SessionContext.Provider

/** The signed-in user; only below the auth gate, where there always is one. */
export function useSession(): Session {
  const session = useContext(SessionContext)
  if (!session) throw new Error('useSession needs a SessionProvider')
  return session
}

export type SessionPermission = SessionUser['permissions'][number]

export const usePermission = (permission: SessionPermission): boolean => useSession().user.permissions.includes(permission)

/** Whether they see every business, and decide between them. */
export const useIsSuperAdmin = (): boolean => useSession().user.role_key === SUPER_ADMIN
