import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { useQuery } from '@tanstack/react-query'

/** QR code on a white background, because cameras need it. The caller must also show the text beside the code. */
export function QrImage({ text, size }: { text: string; size: number | string }) {
  const { data } = useQuery({
    queryKey: ['qr', text],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => {
      const picture = await (await import('qrcode')).toString(text, { type: 'svg', margin: 1 })
      return `data:image/svg+xml;utf8,${encodeURIComponent(picture)}`
    },
  })
  if (!data) return <Skeleton variant="rectangular" sx={{ width: size, height: size }} />
  return (
    <Box
      component="img"
      src={data}
      alt={text}
      sx={{ display: 'block', width: size, height: size, borderRadius: '6px', bgcolor: '#fff' }}
    />
  )
}
