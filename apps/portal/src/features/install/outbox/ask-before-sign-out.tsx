import { CloudUpload } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AskDialog } from '../../../components/ask-dialog.js'
import { SessionProvider, useSession } from '../../../lib/session/session.js'
import { outboxStore } from './outbox-store.js'
import { useOutbox } from './use-outbox.js'

/** Below it, signing out asks first while something waits on this device: it holds what customers said, and goes with the session. */
export function AskBeforeSignOut({ children }: { children: ReactNode }) {
  const { t } = useTranslation('outbox')
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
      {isAsking && (
        <AskDialog
          isAlert
          icon={CloudUpload}
          tone="error"
          title={t('signOut.title', { count })}
          onClose={() => setIsAsking(false)}
          act={{ label: t('signOut.leave'), onAct: () => void deleteAndLeave(), isDanger: true }}
          keepLabel={t('signOut.stay')}
        >
          {t('signOut.text')}
        </AskDialog>
      )}
    </SessionProvider>
  )
}
