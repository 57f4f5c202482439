import type { Paper } from '../tables/pdf-table.js'

/** The product's own colours. */
export const PETROL = '#0B5D6B'
export const ORANGE = '#FD7E14'

/** Side length of the drawing. */
const SIDE = 32

/** Draws the product's logo, as the portal and its icon show it. */
export function drawMark(paper: Paper, x: number, y: number, size: number): void {
  paper.save()
  paper.translate(x, y).scale(size / SIDE)
  paper.roundedRect(0, 0, SIDE, SIDE, 8).fill(PETROL)
  paper.path('M5 9.4c2.9-1.5 6.4-1.7 9.6-.3L11.7 25.6c-2-.9-4.5-.9-6.7.2Z').fill('#ffffff')
  paper.path('M27 9.4c-2.9-1.5-6.4-1.7-9.6-.3l2.9 16.5c2-.9 4.5-.9 6.7.2Z').fill('#ffffff')
  paper.path('M16 9.6v1.8M16 14.6v2.8M16 20.8v4').lineWidth(2).lineCap('round').stroke(ORANGE)
  paper.restore()
}
