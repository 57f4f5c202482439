import { createContext, useContext } from 'react'
import type { components } from '../api/schema.js'

/** The signed-in user as `GET /auth/user` tells it. */
export type SessionUser = components['schemas']['SignedInUser']

export interface Session {
  user: SessionUser
  /** Ends the session here and at the identity provider. */
  logout: () => void
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
