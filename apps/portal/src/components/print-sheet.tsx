import GlobalStyles from '@mui/material/GlobalStyles'
import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'

interface PrintSheetProps {
  /** Of the element; one sheet at a time. */
  id: string
  /** As CSS: `A4`, `105mm 148mm`. */
  pageSize: string
  /** Around what is printed. */
  margin?: string
  children: ReactNode
}

/** What the printer gets: on paper it is all there is, on the screen it is not to be seen. */
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
