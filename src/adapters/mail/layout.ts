import { html, trusted } from '../html.ts';

/** The content of a mail, without its layout. */
export interface MailContent {
  readonly subject: string;
  /** Shown beside the subject in lists of mails. */
  readonly preview: string;
  readonly heading: string;
  readonly paragraphs: readonly string[];
  /** A code that the reader types in somewhere. Shown in large letters. */
  readonly code?: string;
  readonly button?: { readonly label: string; readonly url: string };
  /** Shown in small letters below the button. */
  readonly notes: readonly string[];
}

/** The salon's details that every mail shows. */
export interface MailBrand {
  readonly name: string;
  /** The street address in one line. */
  readonly address: string;
  readonly phone: string;
  readonly phoneE164: string;
  /** Origin of the site. */
  readonly publicUrl: string;
}

const SERIF = "font-family:Fraunces,Georgia,'Times New Roman',serif";
const SANS = "font-family:Figtree,'Helvetica Neue',Helvetica,Arial,sans-serif";
const INK = '#1F1A17';
const STONE = '#6B625A';
const BRASS = '#8A6A3B';
const PLUM = '#3B2A35';

/** For mail programs that have a dark mode and support style sheets. Others keep the light colours, or invert them. */
const DARK = trusted(`
  :root { color-scheme: light dark; supported-color-schemes: light dark }
  a { color: ${BRASS} }
  @media (prefers-color-scheme: dark) {
    .page { background: #1C1519 !important }
    .panel { background: #2A2026 !important; border-color: #46383F !important }
    .ink { color: #F5EFE8 !important }
    .stone { color: #BFB3AB !important }
    .button { background: #C9A36A !important }
    .button a { color: #1F1A17 !important }
    .brass, a { color: #D9B67F !important }
  }
  @media (max-width: 480px) { .panel { padding: 28px 22px !important } }
`);

/** Text from outside, with its line breaks. */
const lines = (text: string) =>
  text.split(/\r\n?|[\n\v\f\u0085\u2028\u2029]/).map((line, index) => (index === 0 ? line : [BREAK, line]));
const BREAK = trusted('<br>');

const paragraph = (text: string) => html`
              <p class="ink" style="margin:0 0 16px;color:${INK};font-size:16px;line-height:26px">${lines(text)}</p>`;

const codeOf = (code: string) => html`
              <p class="ink" style="margin:8px 0 24px;color:${INK};font-size:32px;line-height:40px;font-weight:600;letter-spacing:6px">${code}</p>`;

const note = (text: string) => html`
              <p class="stone" style="margin:0 0 8px;color:${STONE};font-size:13px;line-height:20px">${lines(text)}</p>`;

const button = ({ label, url }: NonNullable<MailContent['button']>) => html`
              <table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:12px 0 28px">
                <tr>
                  <td class="button" bgcolor="${PLUM}" style="background:${PLUM};border-radius:6px">
                    <a href="${url}" style="display:inline-block;padding:14px 28px;color:#FFFFFF;font-size:16px;line-height:20px;font-weight:600;text-decoration:none">${label}</a>
                  </td>
                </tr>
              </table>`;

const plainLink = ({ url }: NonNullable<MailContent['button']>) => html`
              <p class="stone" style="margin:16px 0 4px;color:${STONE};font-size:13px;line-height:20px">If the button doesn’t work, open this address:</p>
              <p style="margin:0;font-size:13px;line-height:20px;word-break:break-all"><a class="brass" href="${url}" style="color:${BRASS}">${url}</a></p>`;

const phoneLink = ({ phone, phoneE164 }: MailBrand) => html`<br>
                <a class="stone" href="tel:${phoneE164}" style="color:${STONE};text-decoration:none">${phone}</a>`;

/** The mail for programs that show HTML. It uses tables and inline styles, since many programs support nothing else, and no picture. */
export function htmlOf(content: MailContent, brand: MailBrand): string {
  const { subject, preview, heading, paragraphs, notes } = content;
  return html`<!DOCTYPE html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="supported-color-schemes" content="light dark">
    <title>${subject}</title>
    <style>${DARK}</style>
  </head>
  <body class="page" style="margin:0;padding:0;background:#FAF7F2;${SANS}">
    <div style="display:none;max-height:0;overflow:hidden">${preview}</div>
    <table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:#FAF7F2">
      <tr>
        <td align="center" style="padding:32px 12px">
          <table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px;${SANS}">
            <tr>
              <td align="center" style="padding:0 0 24px">
                <a class="ink" href="${brand.publicUrl}" style="color:${INK};${SERIF};font-size:24px;line-height:32px;text-decoration:none">${brand.name}</a>
              </td>
            </tr>
            <tr>
              <td class="panel" style="padding:40px;background:#FFFFFF;border:1px solid #E7DFD5;border-radius:6px">
              <h1 class="ink" style="margin:0 0 20px;color:${INK};${SERIF};font-size:28px;line-height:36px;font-weight:500">${heading}</h1>${paragraphs.map(paragraph)}${content.code === undefined ? null : codeOf(content.code)}${content.button ? button(content.button) : null}${notes.map(note)}${content.button ? plainLink(content.button) : null}
              </td>
            </tr>
            <tr>
              <td class="stone" align="center" style="padding:24px 12px 0;color:${STONE};font-size:13px;line-height:20px">
                ${[brand.name, brand.address].filter(Boolean).join(' · ')}${brand.phone && phoneLink(brand)}
              </td>
            </tr>
          </table>
        </td>
      </tr>
    </table>
  </body>
</html>
`.html;
}

/** The mail in plain text. */
export function textOf(
  { heading, paragraphs, code, button: link, notes }: MailContent,
  brand: MailBrand,
): string {
  const blocks = [
    heading,
    ...paragraphs,
    ...(code === undefined ? [] : [code]),
    ...(link ? [`${link.label}:\n${link.url}`] : []),
    ...notes,
    ['-- ', brand.name, brand.address, brand.phone].filter(Boolean).join('\n'),
  ];
  return `${blocks.join('\n\n')}\n`;
}
