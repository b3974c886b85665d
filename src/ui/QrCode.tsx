import { Box } from '@mui/material';
import { correction, generate } from 'lean-qr';
import { toSvgDataURL } from 'lean-qr/extras/svg';

interface Props {
  text: string;
  /** What the picture is, for screen readers. */
  label: string;
  /** The width in pixels; a narrow screen makes it smaller. */
  size: number;
}

/** The quiet zone around a code, in modules (ISO/IEC 18004). */
const quietZone = 4;

/** Above this length, in characters, large modules matter more than the correction of errors. */
const longText = 300;

/** A text as a QR code, black on white in either theme, so that cameras read it. */
export function QrCode({ text, label, size }: Props) {
  const picture = toSvgDataURL(
    generate(text, { minCorrectionLevel: text.length > longText ? correction.L : correction.M }),
    {
      on: 'black',
      off: 'white',
      padX: quietZone,
      padY: quietZone,
    },
  );
  return (
    <Box
      component="img"
      src={picture}
      alt={label}
      sx={{
        width: size,
        maxWidth: '100%',
        aspectRatio: '1',
        justifySelf: 'center',
        borderRadius: 1,
        imageRendering: 'pixelated',
      }}
    />
  );
}
