import { isEscaped } from '@roadbook/contracts/sheet-cell'
import type { Analytics } from './chart.js'
import type { ChartWords } from './use-chart-words.js'

const BYTE_ORDER_MARK = '\uFEFF'

/** Returns a chart's points as CSV with the language's delimiter and decimal separator. A gap stays empty (G-61). */
export function csvOf(analytics: Analytics, words: ChartWords, language: string): Blob {
  const [delimiter, sign] = language === 'en' ? [',', '.'] : [';', ',']
  const cell = (value: string | number | null) => {
    if (value === null) return ''
    if (typeof value === 'number') return String(Math.round(value * 100) / 100).replace('.', sign)
    const text = isEscaped(value) ? `'${value}` : value
    return /["\r\n,;]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
  }
  const rows = [
    [
      `${words.pointName(analytics)} (${analytics.time_zone})`,
      `${words.preset(analytics.preset)} (${words.unitOf(analytics, 2)})`,
    ],
    ...analytics.points.map(({ key, value }) => [
      words.point(analytics, key),
      value === null ? null : words.amount(analytics, value),
    ]),
  ]
  const text = rows.map((row) => `${row.map(cell).join(delimiter)}\r\n`).join('')
  return new Blob([BYTE_ORDER_MARK, text], { type: 'text/csv;charset=utf-8' })
}

/** Style properties that are copied into a picture's elements, because a picture is drawn without the page's style sheets. */
const DRAWN = ['fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-dasharray', 'opacity', 'font', 'text-anchor'] as const
const SCALE = 2
const PAD = 16
const HEAD = 56

/** Returns a chart with its title as a picture, in the colours of the page. */
export async function pngOf(svg: SVGSVGElement, title: string, scope: string): Promise<Blob> {
  const { width, height } = svg.getBoundingClientRect()
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(selfContained(svg, width, height))}`
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = (width + 2 * PAD) * SCALE
  canvas.height = (height + HEAD + PAD) * SCALE
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser draws no pictures')
  const { color, fontFamily } = getComputedStyle(svg.closest('li') ?? document.body)
  context.scale(SCALE, SCALE)
  context.fillStyle = getComputedStyle(svg.closest('li') ?? document.body).backgroundColor
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.fillStyle = color
  context.font = `600 15px ${fontFamily}`
  context.fillText(title, PAD, PAD + 12)
  context.font = `400 12px ${fontFamily}`
  context.fillText(scope, PAD, PAD + 30)
  context.drawImage(image, PAD, HEAD, width, height)
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The picture is empty'))), 'image/png'),
  )
}

function selfContained(svg: SVGSVGElement, width: number, height: number): string {
  const copy = svg.cloneNode(true) as SVGSVGElement
  const originals = [svg, ...svg.querySelectorAll('*')]
  for (const [index, node] of [copy, ...copy.querySelectorAll('*')].entries()) {
    const look = getComputedStyle(originals[index]!)
    node.setAttribute('style', DRAWN.map((name) => `${name}:${look.getPropertyValue(name)}`).join(';'))
  }
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  copy.setAttribute('width', String(width))
  copy.setAttribute('height', String(height))
  return new XMLSerializer().serializeToString(copy)
}
