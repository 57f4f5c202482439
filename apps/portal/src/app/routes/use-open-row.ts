import { useSearchParams } from 'react-router'

/** Which row's panel is open, in the address under a name: a link opens it, and Back closes it. */
export function useOpenRow(name: string) {
  const [address, setAddress] = useSearchParams()
  const id = Number(address.get(name))
  const change = (next: number | undefined) => {
    const changed = new URLSearchParams(address)
    if (next === undefined) changed.delete(name)
    else changed.set(name, String(next))
    setAddress(changed)
  }
  return {
    openId: Number.isSafeInteger(id) && id > 0 ? id : undefined,
    open: (next: number) => change(next),
    close: () => change(undefined),
  }
}
