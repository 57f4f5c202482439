import GlobalStyles from '@mui/material/GlobalStyles'
import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'

interface PrintSheetProps {
  /** Id of the element; print only one sheet at a time. */
  id: string
  /** CSS page size: `A4`, `105mm 148mm`. */
  pageSize: string
  /** Page margin. */
  margin?: string
  children: ReactNode
}

/** Print-only content: it replaces everything else on paper and is hidden on the screen. */
export function PrintSheet({ id, pageSize, margin = '0', children }: PrintSheetProps) {
  return createPortal(
    <div id={id} data-testid={id}>
      <GlobalStyles
        styles={{
          [`#${id}`]: { display: 'none' },
          '@page': { size: pageSize, margin },
          '@media print': {
            [`body > *:not(#${id})`]: { display: 'none !important' },
            [`#${id}`]: { display: 'block', backgroundColor: '#fff', color: '#000' },
          },
        }}
      />
      {children}
    </div>,
    document.body,
  )
}
