// When a query by role checks whether an element is visible, jsdom computes its style from all rules of the page, about a
// thousand. That took a quarter of the time of a screen's suite. Queries only need a few properties, which few rules set. Here
// only those rules count, and a rule is tried at an element only if the last part of its selector matches the element's tag and
// classes, as in browsers. All other properties of `getComputedStyle` are empty.
const { parse } = require('rrweb-cssom')
const { CSSStyleDeclaration } = require('cssstyle')
const { matchesDontThrow } = require('jsdom/lib/jsdom/living/helpers/selectors.js')
const defaultSheet = require('jsdom/lib/jsdom/browser/default-stylesheet')
// Must be changed before jsdom's window imports it.
const styles = require('jsdom/lib/jsdom/living/helpers/style-rules.js')

/** Properties that decide whether an element can be seen, read or clicked. */
const ASKED = ['display', 'visibility', 'opacity', 'content', 'content-visibility', 'pointer-events', 'user-select']
const INHERITED = ['visibility', 'pointer-events']
for (const property of Object.keys(styles.propertiesWithResolvedValueImplemented))
  if (!INHERITED.includes(property)) delete styles.propertiesWithResolvedValueImplemented[property]

styles.getDeclarationForElement = (element) => {
  const document = element._ownerDocument
  // jsdom drops the cache with each change of the document.
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

/** Rules by sheet. Sheets do not change, but are added and removed. */
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
    // Rules that are not styles, such as those of an animation, have no selector.
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

/**
 * Returns the tag and classes that the last part of each alternative requires. For a selector that this cannot parse it requires
 * nothing, so that jsdom decides.
 */
function subjectsOf(selector) {
  if (/[\\"'|]/.test(selector)) return [{ classes: [] }]
  // Parentheses and brackets are left to jsdom.
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
