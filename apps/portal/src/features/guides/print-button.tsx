import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { Printer } from 'lucide-react'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { PrintSheet } from '../../components/print-sheet.js'
import { Article } from './article.js'
import type { GuideId, GuideText } from './guides.js'

/** Black on white, whatever the portal's theme. */
const Sheet = styled('div')({
  fontSize: '11pt',
  '& *': { color: '#000 !important' },
  '& h1': { fontSize: '20pt', margin: '0 0 6mm' },
  '& section': { breakInside: 'avoid' },
})

/** Prints a guide, for example to hang it beside the workbench. */
export function PrintButton({ id, guide }: { id: GuideId; guide: GuideText }) {
  const { t } = useTranslation('guides')
  const [isPrinted, setIsPrinted] = useState(false)
  const print = () => {
    // Renders the sheet immediately, because it must be on the page before the browser prints.
    flushSync(() => setIsPrinted(true))
    window.print()
    setIsPrinted(false)
  }
  return (
    <>
      <Button startIcon={<Printer />} onClick={print}>
        {t('print')}
      </Button>
      {isPrinted && (
        <PrintSheet id="guide-sheet" pageSize="A4" margin="20mm">
          <Sheet>
            <h1>{guide.title}</h1>
            <Article id={id} guide={guide} />
          </Sheet>
        </PrintSheet>
      )}
    </>
  )
}
