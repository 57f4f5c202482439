import { useNotify } from './use-notify.js'

/** Copies a text, and says that it did. */
export function useCopy(done: string): (text: string) => void {
  const notify = useNotify()
  return (text) => void navigator.clipboard.writeText(text).then(() => notify.success(done), notify.failure)
}
