import Box from '@mui/material/Box'
import { Text } from '../../../components/layout/index.js'
import { PrintSheet } from '../../../components/print-sheet.js'
import { QrImage } from '../../../components/qr-image.js'
import { formatImei } from '../../../lib/format/numbers.js'

/** One sticker. */
export interface Label {
  id: number
  name: string
  imei: string
}

const SHEET_ID = 'qr-sheet'
/** 24 labels on a page of A4. */
const LABELS_A_PAGE = 24

/** Stickers in three columns and eight rows a page; on paper they are all there is, on the screen they are not to be seen. */
export function QrSheet({ labels }: { labels: readonly Label[] }) {
  const pages = Array.from({ length: Math.ceil(labels.length / LABELS_A_PAGE) }, (_, page) =>
    labels.slice(page * LABELS_A_PAGE, (page + 1) * LABELS_A_PAGE),
  )
  return (
    <PrintSheet id={SHEET_ID} pageSize="A4">
      {pages.map((page, at) => (
        <Box
          key={page[0]?.id ?? at}
          sx={{
            display: 'grid',
            gridTemplateColumns: 'repeat(3, 70mm)',
            gridTemplateRows: 'repeat(8, 37mm)',
            width: '210mm',
            height: '296.9mm',
            breakAfter: 'page',
            '&:last-of-type': { breakAfter: 'auto' },
          }}
        >
          {page.map(({ id, name, imei }) => (
            <Box key={id} sx={{ display: 'flex', alignItems: 'center', gap: '3mm', p: '4mm', overflow: 'hidden' }}>
              <QrImage text={imei} size="28mm" />
              <Box sx={{ minWidth: 0, fontSize: '9pt', lineHeight: 1.3, fontVariantNumeric: 'tabular-nums' }}>
                <Text weight="strong" breaks>
                  {name}
                </Text>
                {formatImei(imei)}
              </Box>
            </Box>
          ))}
        </Box>
      ))}
    </PrintSheet>
  )
}
