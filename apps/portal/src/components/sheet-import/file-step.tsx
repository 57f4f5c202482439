import Box from '@mui/material/Box'
import { FileSpreadsheet, Upload } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ChooseFiles } from '../choose-files.js'
import { Text, Hint, Wrong } from '../layout/index.js'
import { decodeSheet, isOtherFile } from './decode-sheet.js'
import { readHeads, readSamples } from './read-heads.js'

export interface Sheet {
  name: string
  csv: string
  heads: string[]
  /** First values of each column, by heading. */
  samples: ReadonlyMap<string, readonly string[]>
}

/** Maximum number of characters that the API accepts per import. */
const LARGEST = 900_000

interface FileStepProps {
  sheet?: Sheet
  error?: string
  /** Describes the expected contents of the sheet. */
  hint: string
  onRead: (sheet: Sheet) => void
}

/** Step that chooses the CSV file. The browser reads the file and does not send it yet. */
export function FileStep({ sheet, error, hint, onRead }: FileStepProps) {
  const { t } = useTranslation('sheets')
  const [problem, setProblem] = useState<string>()
  const read = async (file: File) => {
    const bytes = new Uint8Array(await file.arrayBuffer())
    if (isOtherFile(bytes)) return setProblem(t('otherFile'))
    const csv = decodeSheet(bytes)
    const heads = readHeads(csv)
    if (csv.length > LARGEST) return setProblem(t('tooLarge'))
    if (heads.length === 0) return setProblem(t('noHeads'))
    setProblem(undefined)
    onRead({ name: file.name, csv, heads, samples: readSamples(csv) })
  }
  const shown = problem ?? error
  return (
    <Box
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        const [file] = event.dataTransfer.files
        if (file) void read(file)
      }}
      sx={{
        display: 'grid',
        justifyItems: 'center',
        textAlign: 'center',
        gap: 1.5,
        p: 3,
        border: '1px dashed',
        borderColor: shown ? 'missing.main' : 'divider',
        borderRadius: '10px',
      }}
    >
      <FileSpreadsheet size={24} />
      <Hint sx={{ maxWidth: 480 }}>{hint}</Hint>
      <ChooseFiles
        label={t('choose')}
        icon={<Upload />}
        accept=".csv,.txt,text/csv,text/plain"
        onChoose={([file]) => file && void read(file)}
      />
      {sheet && !problem && (
        <Text weight="strong" breaks role="status">
          {sheet.name}
        </Text>
      )}
      {shown && <Wrong>{shown}</Wrong>}
    </Box>
  )
}
