/** Cut to what the frame says when the portal is built: `start-texts.ts`. */
export default import.meta.glob('./*.json', { eager: true, import: 'default' })
