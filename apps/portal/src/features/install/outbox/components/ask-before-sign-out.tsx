import { type ReactNode, Suspense, useState } from 'react'
import { latePart } from '../../../../lib/parts/late-part.js'
import { SessionProvider, useSession } from '../../../../lib/session/session.js'
import { outboxStore } from '../outbox-store.js'
import { useOutbox } from '../use-outbox.js'

const SignOutQuestion = latePart(async () => (await import('./sign-out-question.js')).SignOutQuestion)

/**
 * Makes sign-out ask for confirmation while unsent work is stored on this device. The work contains customer data and is
 * deleted at sign-out.
 */
export function AskBeforeSignOut({ children }: { children: ReactNode }) {
  const session = useSession()
  const { waiting, refused } = useOutbox()
  const [isAsking, setIsAsking] = useState(false)
  const count = waiting.length + refused.length
  const logout = () => (count > 0 ? setIsAsking(true) : session.logout())
  const deleteAndLeave = async () => {
    await outboxStore.clear(session.user.id)
    setIsAsking(false)
    session.logout()
  }
  return (
    <SessionProvider value={{ ...session, logout }}>
      {children}
      <Suspense>
        {isAsking && <SignOutQuestion count={count} onStay={() => setIsAsking(false)} onLeave={() => void deleteAndLeave()} />}
      </Suspense>
    </SessionProvider>
  )
}
