/** A share as per cent, to the hundredth part of a basis point. */
export function percent(share: number, decimals = 4): string {
  return (share * 100).toFixed(decimals);
}

export function signed(number: number): string {
  return `${number < 0 ? '−' : '+'}${Math.abs(number).toFixed(2)}`;
}

/** A Markdown table whose columns line up in the source as well; all but the first column are numbers. */
export function markdownTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = header.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column].length)),
  );
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[column]))).join(' | ')} |`;
  const rule = widths.map((width, column) =>
    column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`,
  );
  return [line(header), line(rule), ...rows.map(line)].join('\n');
}
