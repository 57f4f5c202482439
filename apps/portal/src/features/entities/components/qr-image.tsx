import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { useQuery } from '@tanstack/react-query'

/** An IMEI as a QR code on white, as cameras want it; its number stands beside it as text. */
export function QrImage({ imei, size }: { imei: string; size: number | string }) {
  const { data } = useQuery({
    queryKey: ['imei-qr', 'vector', imei],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => {
      const picture = await (await import('qrcode')).toString(imei, { type: 'svg', margin: 1 })
      return `data:image/svg+xml;utf8,${encodeURIComponent(picture)}`
    },
  })
  if (!data) return <Skeleton variant="rectangular" sx={{ width: size, height: size }} />
  return (
    <Box
      component="img"
      src={data}
      alt={imei}
      sx={{ display: 'block', width: size, height: size, borderRadius: '6px', bgcolor: '#fff' }}
    />
  )
}
