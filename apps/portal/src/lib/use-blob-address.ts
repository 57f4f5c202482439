import { useEffect, useMemo } from 'react'

/** An address that an image can show a blob from, for as long as it is on screen. */
export function useBlobAddress(blob: Blob): string {
  const address = useMemo(() => URL.createObjectURL(blob), [blob])
  useEffect(() => () => URL.revokeObjectURL(address), [address])
  return address
}
