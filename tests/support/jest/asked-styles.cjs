// jsdom computes each style of an element by each rule of the page, a thousand of them, whenever a query by role wants to know whether
// the element is shown: a quarter of the time of a screen's suite. What is asked for are a few properties, which a few rules set: here only those
// count, and a rule is tried at an element only if the last part of its selector names the element's tag and classes, as browsers do.
// All else that `getComputedStyle` returns is empty.
const { parse } = require('rrweb-cssom')
const { CSSStyleDeclaration } = require('cssstyle')
const { matchesDontThrow } = require('jsdom/lib/jsdom/living/helpers/selectors.js')
const defaultSheet = require('jsdom/lib/jsdom/browser/default-stylesheet')
// Changed before jsdom's window takes it from the module.
const styles = require('jsdom/lib/jsdom/living/helpers/style-rules.js')

/** What says whether somebody sees an element, reads it, or can point at it. */
const ASKED = ['display', 'visibility', 'opacity', 'content', 'content-visibility', 'pointer-events', 'user-select']
const INHERITED = ['visibility', 'pointer-events']
for (const property of Object.keys(styles.propertiesWithResolvedValueImplemented))
  if (!INHERITED.includes(property)) delete styles.propertiesWithResolvedValueImplemented[property]

styles.getDeclarationForElement = (element) => {
  const document = element._ownerDocument
  // jsdom forgets it with each change of the document.
  document._styleCache ??= Object.assign(new WeakMap(), { rules: rulesIn(document.styleSheets._list) })
  const cache = document._styleCache
  let declaration = cache.get(element)
  if (declaration) return declaration
  cache.set(element, (declaration = new CSSStyleDeclaration()))
  for (const { selector, subjects, asked } of cache.rules)
    if (subjects.some((subject) => mayBe(element, subject)) && matchesDontThrow(element, selector)) take(declaration, asked)
  take(declaration, askedOf(element.style))
  return declaration
}

function take(declaration, asked) {
  for (const { property, value, priority } of asked)
    if (value === 'unset') declaration.removeProperty(property)
    else declaration.setProperty(property, value, priority)
}

/** By sheet: they do not change, but come and go. */
const known = new WeakMap()
const rulesIn = (sheets) => [initial, ...sheets].flatMap(rulesOf)
const initial = parse(defaultSheet)

function rulesOf(sheet) {
  const kept = known.get(sheet)
  if (kept?.length === sheet.cssRules.length) return kept.rules
  const onScreen = Array.from(sheet.cssRules).flatMap((rule) =>
    rule.media ? (Array.from(rule.media).includes('screen') ? Array.from(rule.cssRules) : []) : [rule],
  )
  const rules = onScreen.flatMap(({ selectorText, style }) => {
    // Rules that are no styles, such as those of an animation, have no selector.
    const asked = selectorText ? askedOf(style) : []
    return asked.length > 0 ? [{ selector: selectorText, subjects: subjectsOf(selectorText), asked }] : []
  })
  known.set(sheet, { length: sheet.cssRules.length, rules })
  return rules
}

const askedOf = (style) =>
  ASKED.flatMap((property) => {
    const value = style.getPropertyValue(property)
    return value === '' ? [] : [{ property, value, priority: style.getPropertyPriority(property) }]
  })

const mayBe = (element, { tag, classes }) =>
  (tag === undefined || tag === element.localName.toLowerCase()) && classes.every((name) => element.classList.contains(name))

/** What the last part of each alternative asks of the element itself. A selector that this cannot read asks for nothing, so that jsdom is asked. */
function subjectsOf(selector) {
  if (/[\\"'|]/.test(selector)) return [{ classes: [] }]
  // What stands in parentheses or brackets is asked by jsdom alone.
  let flat = selector
  for (let before; before !== flat;) [before, flat] = [flat, flat.replaceAll(/\([^()]*\)|\[[^[\]]*\]/g, '')]
  return flat.split(',').map((one) => {
    const last = one
      .trim()
      .split(/[\s>+~]+/)
      .at(-1)
    const [, tag, rest] = /^([a-z][\w-]*)?(.*)$/i.exec(last)
    return { tag: tag?.toLowerCase(), classes: Array.from(rest.matchAll(/\.([\w-]+)/g), ([, name]) => name) }
  })
}
