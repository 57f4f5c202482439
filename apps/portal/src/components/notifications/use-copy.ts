import { useNotify } from './use-notify.js'

/** Copies a text to the clipboard and confirms it with a toast. */
export function useCopy(done: string): (text: string) => void {
  const notify = useNotify()
  return (text) => void navigator.clipboard.writeText(text).then(() => notify.success(done), notify.failure)
}
