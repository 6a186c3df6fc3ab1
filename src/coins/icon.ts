/** A coin's icon: `drawing` (SVG paths, white unless they set a colour) on a 32 × 32 disc in the coin's colour. */
export function createIcon(title: string, colour: string, drawing: string): string {
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" role="img">',
    `<title>${title}</title>`,
    `<circle cx="16" cy="16" r="16" fill="${colour}"/>`,
    `<g fill="none" stroke="#fff" stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round">${drawing}</g>`,
    '</svg>',
  ].join('')
}

/** An upright B with the two strokes of a currency sign. */
export const letterB =
  '<path d="M12.4 9.6h5.4a3.2 3.2 0 0 1 0 6.4h-5.4zm0 6.4h6.2a3.3 3.3 0 0 1 0 6.6h-6.2zm-2-6.4h2m-2 13h2M14.2 6.6v3m3.6-3v3m-3.6 13v3m3.6-3v3"/>'
