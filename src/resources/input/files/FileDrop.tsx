import AttachFile from '@mui/icons-material/AttachFile';
import CloseIcon from '@mui/icons-material/Close';
import {
  Alert,
  Box,
  Button,
  FormHelperText,
  FormLabel,
  IconButton,
  LinearProgress,
  Tooltip,
  Typography,
} from '@mui/material';
import { useId, useRef, useState } from 'react';
import { fileItem, isPending, mostBytes, sizeLimitText, typesOf } from '../../../../contract/kinds/fileField.ts';
import { mostItems } from '../../../../contract/kinds/limits.ts';
import type { Field } from '../../../../contract/schema/field/field.ts';
import { fileExtensions, fileTypeList } from '../../../../contract/schema/field/fileType.ts';
import { language } from '../../../i18n/language.ts';
import { text } from '../../../i18n/text.ts';
import type { FieldInputProps } from '../../slotTypes.ts';
import { sizeText } from '../../values/format.ts';
import { useFieldInput } from '../shared/useFieldInput.tsx';
import { type FormFile, type Upload, useUploads } from './useUploads.ts';

const acceptOf = (item: Field): string =>
  typesOf(item)
    .flatMap((type) => [type, ...fileExtensions(type).map((ending) => `.${ending}`)])
    .join(',');

/** The accepted types, size, width and height, and number of files. */
function limitsOf(field: Field, item: Field): string {
  const words = text().files;
  const most = mostItems(field);
  return [
    words.limits(fileTypeList(typesOf(item), language()), sizeLimitText(mostBytes(item))),
    ...(item.maxPixels === undefined ? [] : [words.pixels(item.maxPixels)]),
    ...(most === undefined ? [] : [words.most(most)]),
  ].join(' · ');
}

/** A file of the field with a button to remove it, or its upload progress with a button to stop it. */
function FileRow({
  one,
  upload,
  onRemove,
}: {
  one: FormFile;
  upload: Upload | undefined;
  onRemove: (() => void) | undefined;
}) {
  const words = text().files;
  const { name, size } = isPending(one) ? { name: upload?.name ?? '', size: upload?.size ?? 0 } : one;
  const label = isPending(one) ? words.stop(name) : words.remove(name);
  const percent = upload && size > 0 ? Math.round((100 * upload.sent) / size) : 0;
  return (
    <Box component="li" sx={{ display: 'flex', alignItems: 'center', gap: 1, py: 0.25, minWidth: 0 }}>
      <AttachFile aria-hidden fontSize="small" color="action" />
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Box sx={{ display: 'flex', gap: 1, alignItems: 'baseline' }}>
          <Typography variant="body2" noWrap title={name}>
            {name}
          </Typography>
          <Typography variant="body2" color="text.secondary" sx={{ whiteSpace: 'nowrap' }}>
            {upload ? `${percent} %` : sizeText(size)}
          </Typography>
        </Box>
        {upload && <LinearProgress variant="determinate" value={percent} aria-label={words.uploading(name)} />}
      </Box>
      {onRemove && (
        <Tooltip title={label}>
          <IconButton aria-label={label} onClick={onRemove}>
            <CloseIcon fontSize="small" />
          </IconButton>
        </Tooltip>
      )}
    </Box>
  );
}

interface DropAreaProps {
  field: Field;
  item: Field;
  disabled: boolean;
  invalid: boolean;
  /** The ids of the elements that describe the input: its label and its message. */
  labels: { readonly 'aria-describedby': string };
  inputRef: (element: HTMLElement | null) => void;
  onFiles: (files: File[]) => void;
}

/** The area where files are dropped, with the button that chooses them. */
function DropArea({ field, item, disabled, invalid, labels, inputRef, onFiles }: DropAreaProps) {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const words = text().files;
  const many = field.kind === 'list';
  const color = invalid ? 'error.main' : over ? 'secondary.main' : 'divider';
  return (
    <Box
      onDragOver={(event) => {
        event.preventDefault();
        setOver(!disabled);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        if (!disabled) onFiles([...event.dataTransfer.files]);
      }}
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        columnGap: 1.5,
        rowGap: 0.5,
        px: 1.5,
        py: 1,
        border: '1px dashed',
        borderColor: color,
        borderRadius: 1,
        bgcolor: over ? 'action.hover' : undefined,
      }}
    >
      <Button
        ref={inputRef}
        size="small"
        variant="outlined"
        disabled={disabled}
        onClick={() => input.current?.click()}
        {...labels}
      >
        {many ? words.chooseMore : words.choose}
      </Button>
      <Typography variant="body2" color="text.secondary" sx={{ display: { xs: 'none', sm: 'block' } }}>
        {many ? words.dropMore : words.drop}
      </Typography>
      <Typography variant="body2" color="text.secondary">
        {limitsOf(field, item)}
      </Typography>
      <input
        ref={input}
        type="file"
        hidden
        multiple={many}
        accept={acceptOf(item)}
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])]);
          target.value = '';
        }}
      />
    </Box>
  );
}

/** The files of a record: chosen or dropped, uploaded at once, and assigned to the record when it is saved. */
export function FileDrop(props: FieldInputProps) {
  const { declared, input, below, label, required, disabled, name, invalid } = useFieldInput(props);
  const item = fileItem(declared) as Field;
  const uploads = useUploads({
    field: declared,
    item,
    source: props.source,
    value: input.value,
    onChange: input.onChange,
  });
  const id = useId();
  return (
    <Box role="group" aria-labelledby={id} data-field={name} sx={{ mb: 1, minWidth: 0 }}>
      <FormLabel id={id} error={invalid} required={required} sx={{ fontSize: '0.75rem' }}>
        {label}
      </FormLabel>
      {uploads.files.length > 0 && (
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {uploads.files.map((one) => (
            <FileRow
              key={isPending(one) ? one.pending : one.id}
              one={one}
              upload={isPending(one) ? uploads.running[one.pending] : undefined}
              onRemove={disabled ? undefined : () => uploads.remove(one)}
            />
          ))}
        </Box>
      )}
      <DropArea
        field={declared}
        item={item}
        disabled={disabled}
        invalid={invalid}
        labels={{ 'aria-describedby': `${id} ${id}-help` }}
        inputRef={input.ref}
        onFiles={uploads.add}
      />
      {uploads.problems.map((problem) => (
        <Alert key={problem} severity="error" sx={{ mt: 1 }}>
          {problem}
        </Alert>
      ))}
      <FormHelperText id={`${id}-help`} error={invalid} sx={{ mx: 1.75 }}>
        {below}
      </FormHelperText>
    </Box>
  );
}
