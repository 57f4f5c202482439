/** Takes positions from the XML elements that a parser passes. */
export interface XmlReader {
  open(name: string, attributes: Readonly<Record<string, string>>): void
  /** @param path names of the elements around the element that was closed */
  close(name: string, text: string, path: readonly string[]): void
}
