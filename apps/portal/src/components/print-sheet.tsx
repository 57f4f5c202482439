import GlobalStyles from '@mui/material/GlobalStyles'
import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'

interface PrintSheetProps {
  /** ID of the element. Only one sheet can be printed at a time. */
  id: string
  /** CSS page size: `A4`, `105mm 148mm`. */
  pageSize: string
  /** Page margin. */
  margin?: string
  children: ReactNode
}

/** Content for print only. On paper it replaces everything else, and on the screen it is hidden. */
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
