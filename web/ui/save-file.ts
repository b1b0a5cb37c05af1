/** Hands a file to the visitor under a name. */
export function saveFile(file: Blob, name: string) {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Revoked a task later: the click only starts the download.
  setTimeout(() => URL.revokeObjectURL(url));
}
