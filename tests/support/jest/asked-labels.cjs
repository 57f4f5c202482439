// To name a button or a field, queries ask for its labels, and jsdom searches the whole page for each of them. This searches the
// page once after each change.
const NodeList = require('jsdom/lib/jsdom/living/generated/NodeList')
const { domSymbolTree } = require('jsdom/lib/jsdom/living/helpers/internal-constants')
// Must be changed before jsdom's elements import it.
const controls = require('jsdom/lib/jsdom/living/helpers/form-controls.js')

controls.getLabelsForLabelable = (labelable) => {
  if (!controls.isLabelable(labelable)) return null
  const root = labelable.getRootNode({})
  labelable._labels ??= NodeList.createImpl(root._globalObject, [], {
    element: root,
    query: () => labelsIn(root).get(labelable) ?? [],
  })
  return labelable._labels
}

const known = new WeakMap()

/** Returns the labels within a root, by the element that each labels. */
function labelsIn(root) {
  let found = known.get(root)
  if (found?.version === root._version) return found.labels
  const elements = Array.from(domSymbolTree.treeIterator(root)).filter(({ _localName }) => _localName === 'label')
  found = { version: root._version, labels: Map.groupBy(elements, ({ control }) => control) }
  known.set(root, found)
  return found.labels
}
