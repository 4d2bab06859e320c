{{- define "roundsman.labels" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}

{{- /* A list: the root, and the role. */ -}}
{{- define "roundsman.selector" -}}
app.kubernetes.io/name: {{ (index . 0).Chart.Name }}
app.kubernetes.io/instance: {{ (index . 0).Release.Name }}
app.kubernetes.io/component: {{ index . 1 }}
{{- end }}

{{- define "roundsman.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{- /* What every pod is: nobody, on a root that is only read. */ -}}
{{- define "roundsman.pod" -}}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: 65532
  runAsGroup: 65532
  fsGroup: 65532
  seccompProfile: { type: RuntimeDefault }
volumes:
  - { name: tmp, emptyDir: {} }
  - { name: data, emptyDir: {} }
  {{- if .Values.networks }}
  - { name: networks, configMap: { name: {{ .Release.Name }}-networks } }
  {{- end }}
{{- end }}

{{- define "roundsman.container" -}}
image: {{ include "roundsman.image" . }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
envFrom:
  - secretRef: { name: {{ .Values.existingSecret }} }
volumeMounts:
  - { name: tmp, mountPath: /tmp }
  - { name: data, mountPath: /data }
  {{- if .Values.networks }}
  - { name: networks, mountPath: /etc/roundsman, readOnly: true }
  {{- end }}
{{- end }}

{{- define "roundsman.environment" -}}
{{- range $name, $value := .Values.environment }}
- { name: {{ $name }}, value: {{ $value | quote }} }
{{- end }}
{{- if .Values.networks }}
- { name: ROUNDSMAN_NETWORKS_FILE, value: /etc/roundsman/networks.json }
{{- end }}
{{- end }}
