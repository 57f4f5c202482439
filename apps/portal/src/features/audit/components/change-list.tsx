import Box from '@mui/material/Box'
import { ArrowRight } from 'lucide-react'
import { changesOf, isNew, type AuditEntry } from '../audit-entry.js'
import { useAuditWords } from '../use-audit-words.js'

/** Field by field what was and what is; a value that came where there was none stands alone. */
export function ChangeList({ entry }: { entry: Pick<AuditEntry, 'changes'> }) {
  const words = useAuditWords()
  const changes = changesOf(entry)
  if (changes.length === 0) return null
  return (
    <Box
      component="dl"
      sx={{
        display: 'grid',
        gridTemplateColumns: 'minmax(88px, auto) minmax(0, 1fr)',
        columnGap: 1.5,
        rowGap: 0.5,
        m: 0,
        fontSize: 13,
        lineHeight: '20px',
      }}
    >
      {changes.map((change) => (
        <Box key={change.field} sx={{ display: 'contents' }}>
          <Box component="dt" sx={{ color: 'text.secondary' }}>
            {words.field(change.field)}
          </Box>
          <Box component="dd" sx={{ m: 0, minWidth: 0, overflowWrap: 'anywhere' }}>
            {!isNew(change) && (
              <>
                <Box component="del" sx={{ color: 'text.secondary' }}>
                  {words.old(change)}
                </Box>
                <Box
                  component={ArrowRight}
                  size={14}
                  strokeWidth={1.75}
                  aria-hidden
                  sx={{ mx: 0.75, verticalAlign: '-2px', color: 'text.tertiary' }}
                />
              </>
            )}
            <Box component="ins" sx={{ textDecoration: 'none' }}>
              {words.new(change)}
            </Box>
          </Box>
        </Box>
      ))}
    </Box>
  )
}
