/** Downloads a file under a name. */
export function saveFile(file: Blob, name: string) {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Revoked in a later task, since the click only starts the download.
  setTimeout(() => URL.revokeObjectURL(url));
}
