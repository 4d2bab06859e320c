// Package sonic stands for bytedance/sonic, with which the SDK's log writes its lines.
package sonic

import "encoding/json"

func Marshal(value any) ([]byte, error) { return json.Marshal(value) }

func Unmarshal(text []byte, value any) error { return json.Unmarshal(text, value) }
