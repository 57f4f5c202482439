import { useEffect, useMemo } from 'react'

/** Returns a URL from which an image can show a blob, valid while the component is mounted. */
export function useBlobAddress(blob: Blob): string {
  const address = useMemo(() => URL.createObjectURL(blob), [blob])
  useEffect(() => () => URL.revokeObjectURL(address), [address])
  return address
}
