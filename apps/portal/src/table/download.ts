import { withoutIsolates } from '@roadbook/contracts/isolated'

/** Saves a file through the browser's downloads. */
export function download(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = withoutIsolates(name)
  link.click()
  URL.revokeObjectURL(url)
}
